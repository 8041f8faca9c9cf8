import { IconArrowBackUp, IconDownload, IconPencilPlus, IconUpload } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FiscalTableName, FiscalTables } from '@/api'
import {
  Button,
  formatDateTime,
  formatDay,
  formatInteger,
  ListRow,
  Loaded,
  Page,
  PageBody,
  PageHeader,
  RowList,
  StatusBadge,
  TableCard,
  tellDownload,
  toast,
} from '@/ui'
import classes from './fiscal-tables.module.css'
import { downloadTable, loadTables, undoChange } from './queries'
import { texts } from './texts'
import { UploadDialog } from './upload-dialog'
import { ValueDialog } from './value-dialog'

/** The tables in force, what changed them, and the ways to change them. */
export default function FiscalTablesPage() {
  const query = useQuery(loadTables())
  const [uploading, setUploading] = useState<FiscalTableName | null>(null)
  const [isEntering, setEntering] = useState(false)
  return (
    <Page>
      <PageHeader
        title={texts.title}
        subtitle={texts.subtitle}
        actions={[
          {
            id: 'value',
            label: texts.newValue,
            icon: IconPencilPlus,
            isMain: true,
            shortcut: 'N',
            run: () => setEntering(true),
          },
        ]}
      />
      <Loaded query={query} loading={texts.loading} failed={texts.loadFailed}>
        {(tables) => (
          <PageBody>
            {tables.problema !== null && (
              <p className={classes.faults} role="alert">
                {tables.problema}
              </p>
            )}
            <Tables tables={tables} onSend={setUploading} />
            <Changes changes={tables.mudancas} />
          </PageBody>
        )}
      </Loaded>
      {uploading && <UploadDialog key={uploading} table={uploading} onClose={() => setUploading(null)} />}
      {isEntering && <ValueDialog onClose={() => setEntering(false)} />}
    </Page>
  )
}

type TablesProps = { tables: FiscalTables; onSend: (table: FiscalTableName) => void }

function Tables({ tables: { tabelas }, onSend }: TablesProps) {
  const { columns } = texts
  return (
    <TableCard label={texts.title} className={classes.tables}>
      <thead>
        <tr>
          <th scope="col">{columns.table}</th>
          <th scope="col">{columns.origin}</th>
          <th scope="col">{columns.asOf}</th>
          <th scope="col" data-align="right">
            {columns.rows}
          </th>
          <th scope="col">{columns.knownUntil}</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {tabelas.map(({ arquivo, origem, dados_de, linhas, conhecida_ate }) => (
          <tr key={arquivo}>
            <th scope="row">{texts.names[arquivo]}</th>
            <td>{texts.origins[origem]}</td>
            <td>{formatDay(dados_de)}</td>
            <td data-align="right">{formatInteger(linhas)}</td>
            <td>{formatDay(conhecida_ate)}</td>
            <td data-align="right">
              <Button
                kind="quiet"
                icon={IconDownload}
                aria-label={`${texts.download}: ${texts.names[arquivo]}`}
                onClick={() => void tellDownload(() => downloadTable(arquivo))}
              >
                {texts.download}
              </Button>
              <Button
                kind="quiet"
                icon={IconUpload}
                aria-label={`${texts.send}: ${texts.names[arquivo]}`}
                onClick={() => onSend(arquivo)}
              >
                {texts.send}
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </TableCard>
  )
}

function Changes({ changes }: { changes: FiscalTables['mudancas'] }) {
  return (
    <section className={classes.changes}>
      <h2>{texts.changes}</h2>
      {changes.length === 0 ? (
        <p>{texts.noChanges}</p>
      ) : (
        <RowList label={texts.changes}>
          {changes.map((change) => (
            <ChangeRow key={change.id} change={change} />
          ))}
        </RowList>
      )}
    </section>
  )
}

function ChangeRow({ change }: { change: FiscalTables['mudancas'][number] }) {
  const queryClient = useQueryClient()
  const [isUndoing, setUndoing] = useState(false)
  const { id, arquivo, tipo, nome_arquivo, dados_de, created_at, por, desfeita_em } = change
  const name = tipo === 'valor' ? nome_arquivo : `${texts.names[arquivo]}: ${nome_arquivo}`
  const undo = async () => {
    setUndoing(true)
    try {
      queryClient.setQueryData(loadTables().queryKey, await undoChange(id))
      toast.success(texts.undoDone, name)
    } catch (problem) {
      toast.failed(texts.undoFailed, problem)
    } finally {
      setUndoing(false)
    }
  }
  return (
    <ListRow
      name={name}
      badges={
        desfeita_em !== null && (
          <StatusBadge tone="grey" icon={IconArrowBackUp}>
            {texts.undone}
          </StatusBadge>
        )
      }
      detail={texts.changeOf(formatDay(dados_de), formatDateTime(created_at), por)}
    >
      {desfeita_em === null && (
        <Button kind="secondary" loading={isUndoing} aria-label={`${texts.undo}: ${name}`} onClick={() => void undo()}>
          {texts.undo}
        </Button>
      )}
    </ListRow>
  )
}
