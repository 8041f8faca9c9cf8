import { IconVersions } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listVersions } from '@/api'
import type { Version } from '@/api'
import { EmptyState, LoadFailed, Page, PageBody, PageHeader, Pager, Spinner, useListState, useProblemToast } from '@/ui'
import { texts } from './texts'
import { VersionDialog } from './version-dialog'
import { VersionTable } from './version-table'

/** Versions of the product that ran here, newest first. */
export default function VersionsPage() {
  const list = useListState({ defaultSort: '', sortable: [] })
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(listVersions({ page: list.page }))
  const [opened, setOpened] = useState<Version | null>(null)
  useProblemToast(texts.loadFailed, error)

  return (
    <Page>
      <PageHeader title={texts.title} />
      {data?.total === 0 && <EmptyState icon={IconVersions} title={texts.emptyTitle} text={texts.emptyText} />}
      {!data && error && (
        <LoadFailed icon={IconVersions} title={texts.loadFailed} text={error.message} onRetry={() => void refetch()} />
      )}
      {isPending && (
        <PageBody>
          <Spinner />
        </PageBody>
      )}
      {data && data.total > 0 && (
        <PageBody>
          <VersionTable versions={data.items} isStale={isPlaceholderData} onOpen={setOpened} />
          <Pager page={data} onPage={list.setPage} />
        </PageBody>
      )}
      <VersionDialog version={opened} onClose={() => setOpened(null)} />
    </Page>
  )
}
