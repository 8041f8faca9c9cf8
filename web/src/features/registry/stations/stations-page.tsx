import { IconCircleCheckFilled, IconCircleDashed, IconPlus, IconPrinter } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useActiveCompany, useMay } from '@/api'
import type { Station } from '@/api'
import {
  Button,
  EmptyState,
  formatAgo,
  ListRow,
  Loaded,
  NoCompanyPage,
  Page,
  PageBody,
  PageHeader,
  RowList,
  StatusBadge,
  toast,
} from '@/ui'
import { listStations, refreshStations, testPrinter } from './queries'
import { StationDialog } from './station-dialog'
import classes from './stations.module.css'
import { texts } from './texts'
import { chooseStation, useThisStationId } from './this-station'

/** Where the company sells, how receipts come out there, and which of them this computer is. */
export default function StationsPage() {
  const company = useActiveCompany()
  if (company) return <OfCompany key={company.id} company={company.id} />
  return <NoCompanyPage title={texts.title} text={texts.noCompanyText} />
}

function OfCompany({ company }: { company: string }) {
  const query = useQuery(listStations(company))
  const mayAdd = useMay()('POST /api/companies/{id}/stations')
  const [editing, setEditing] = useState<Station | 'new' | null>(null)
  const add = () => setEditing('new')
  return (
    <Page>
      <PageHeader
        title={texts.title}
        subtitle={texts.subtitle}
        actions={[mayAdd && { id: 'new', label: texts.add, icon: IconPlus, isMain: true, shortcut: 'N', run: add }]}
      />
      <Loaded query={query} loading={texts.loading} failed={texts.loadFailed} failedText={texts.loadFailedText}>
        {(stations) =>
          stations.length === 0 ? (
            <EmptyState
              icon={IconPrinter}
              title={texts.emptyTitle}
              text={mayAdd ? texts.emptyText : texts.emptyAskGerente}
            />
          ) : (
            <Stations company={company} stations={stations} onEdit={setEditing} />
          )
        }
      </Loaded>
      {editing && (
        <StationDialog
          company={company}
          station={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
        />
      )}
    </Page>
  )
}

type StationsProps = { company: string; stations: readonly Station[]; onEdit: (station: Station) => void }

function Stations({ company, stations, onEdit }: StationsProps) {
  const hereId = useThisStationId(company)
  const here = stations.find(({ id, ativo }) => id === hereId && ativo === 'S')
  return (
    <PageBody>
      <p className={classes.here} role="status">
        {here ? texts.here(here.nome) : texts.nowhere}
      </p>
      <RowList label={texts.title}>
        {stations.map((station) => (
          <StationRow
            key={station.id}
            company={company}
            station={station}
            isHere={station === here}
            onEdit={() => onEdit(station)}
          />
        ))}
      </RowList>
    </PageBody>
  )
}

function printerWords({ impressora: { caminho, host, porta, papel } }: Station): string {
  const paper = texts.papers[papel]
  if (caminho === 'rede') return texts.network(host ?? '', porta ?? 0, paper)
  return texts.browser(paper)
}

type RowProps = { company: string; station: Station; isHere: boolean; onEdit: () => void }

function StationRow({ company, station, isHere, onEdit }: RowProps) {
  const queryClient = useQueryClient()
  const may = useMay()
  const [isTesting, setTesting] = useState(false)
  const isOnNetwork = station.impressora.caminho === 'rede'
  const tested = station.testada_em ? texts.tested(formatAgo(station.testada_em)) : texts.untested

  const test = async () => {
    setTesting(true)
    try {
      const { ok, texto } = await testPrinter(company, station.id)
      if (ok) toast.success(station.nome, texto)
      else toast.error(texts.testFailed, texto)
      await refreshStations(queryClient)
    } catch (problem) {
      toast.failed(texts.testFailed, problem)
    } finally {
      setTesting(false)
    }
  }
  return (
    <ListRow
      name={station.nome}
      badges={
        <>
          {isHere && (
            <StatusBadge tone="green" icon={IconCircleCheckFilled}>
              {texts.isHere}
            </StatusBadge>
          )}
          {station.ativo === 'N' && (
            <StatusBadge tone="grey" icon={IconCircleDashed}>
              {texts.isIdle}
            </StatusBadge>
          )}
        </>
      }
      detail={isOnNetwork ? `${printerWords(station)}, ${tested}` : printerWords(station)}
    >
      {may('POST /api/companies/{id}/stations/{eid}/test') && isOnNetwork && station.ativo === 'S' && (
        <Button kind="secondary" loading={isTesting} onClick={() => void test()}>
          {texts.test}
        </Button>
      )}
      {isHere ? (
        <Button kind="secondary" onClick={() => chooseStation(company, null)}>
          {texts.leave}
        </Button>
      ) : (
        station.ativo === 'S' && (
          <Button kind="secondary" onClick={() => chooseStation(company, station.id)}>
            {texts.use}
          </Button>
        )
      )}
      {may('PUT /api/companies/{id}/stations/{eid}') && (
        <Button kind="quiet" onClick={onEdit}>
          {texts.edit}
        </Button>
      )}
    </ListRow>
  )
}
