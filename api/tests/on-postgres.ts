// The files that `./test` runs on PostgreSQL too, each with its reason: SQL of its own for an engine, locks and races, events,
// jobs, two servers. All others see the same statements on both engines; `./test full` runs them on PostgreSQL as well.
export const onPostgres: Record<string, string> = {
  'accounts/users.test.ts': 'locks: accounts that another process holds, the last admin taken away twice at once',
  'office/backup.test.ts': 'SQL of its own: copy and restore',
  'platform/clock.test.ts': 'two servers and the clock of the database',
  'platform/events.test.ts': 'events: notifications between processes',
  'platform/failures.test.ts': 'two servers, kills, a cluster that is away',
  'platform/health.test.ts': 'SQL of its own: what the database says of itself, and waiting for it',
  'registry/imports-jobs.test.ts': 'jobs: leases, and kills while they run',
  'registry/people-list.test.ts': 'SQL of its own: order, search and totals of lists',
  'registry/people.test.ts': 'races: versions, unique documents, repeated requests',
  'selling/approvals.test.ts': 'races: one approval for two sales',
  'selling/budgets-list.test.ts': 'SQL of its own: search of budgets',
  'selling/pins.test.ts': 'races: PINs that are tried at once',
  'selling/receipt-emails.test.ts': 'jobs, and SQL of its own: what is on its way is known by partial indexes',
  'selling/receipts-two-servers.test.ts': 'two servers: numbers in a row',
}
