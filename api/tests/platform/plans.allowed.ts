// Statements that go through a whole table, or all that a company has in it, and may.

/** Tables that stay small whatever people do: reading them whole costs nothing. */
export const smallTables: Record<string, string> = {
  'scan schema_migrations': 'a row for each migration',
  'scan roles': 'two rows',
  'scan app_versions': 'a row for each version that was installed',
  'scan contagens_mudancas': 'what waits to be added up: emptied every two seconds',
  'scan figura_mudanca': 'what waits to be folded: emptied each minute',
  'scan first_admin': 'one row',
  'scan sqlite_stat1': 'a row for each index',
  'walk digital_certificates': 'one row for each company',
  'walk perfil_fiscal': 'a few rows for each company',
  'scan logos_retirados': 'logos of earlier versions that could not be drawn; there are no new ones',
}

/** Work of every ten minutes, which a quick run of the tests does not see: whether it is still named rightly nobody asks. */
export const nowAndThen: Record<string, string> = {
  budgets_empty_bin: 'of what was deleted more than thirty days ago',
  people_empty_bin: 'as above',
  products_empty_bin: 'as above',
  sessions_delete_old: 'rows are what one installation has of sessions',
}

/** Statements that are made for every table there is. */
export const everyTable: Record<string, string> = {
  backup_rows: 'a backup counts the rows it holds',
  statistics_is_grown: 'reads a thousand rows of it at most',
}

const page = 'walks its order from the newest or first on and stops after a page'
const ofPage = 'of the rows of one page'
const atMost = 'stops after 1,001 matches'
const exact = 'the exact number, for who asks for it'
const everything = 'an export reads everything it writes, to its limit'
const underWay = 'walks an index that holds only what is under way'
const lastExchanges = 'walks exchanges from the newest on and stops after 1,000 of the company'
const installation = 'rows are what one installation has of people with an account'

const changesOfTables = 'rows are the changes of fiscal tables of one installation'
const allProducts = 'an administrator looks at a new fiscal table, which is for the products of all companies'

/** By the statement's name: what it may do, and why. */
export const allowed: Record<string, Record<string, string>> = {
  replication_producao: {
    'scan nfce_settings': 'once at start, of a PostgreSQL that may lose something: a row a company',
  },
  accounts_with_old_email: { 'scan users': 'walks an index that holds only what an older version stored' },
  accounts_without_search_text: { 'scan users': `at the start and every ten minutes; ${installation}` },
  audit_count: { 'scan action_logs': atMost },
  audit_export: { 'scan action_logs': everything, sort: 'of the rows that are written' },
  audit_page: { 'scan action_logs': page, sort: ofPage },
  audit_total: { 'scan action_logs': exact },
  backup_chain_heads: { 'scan action_log_cadeias': 'a row for each company, once for a backup' },
  budgets_sellers: {
    'scan user_roles': installation,
    'scan users': installation,
    sort: `at most 200; ${installation}`,
  },
  companies_colors: { 'scan emitente': 'when a company is created', sort: 'of a few colours' },
  companies_count_found: { 'scan emitente': atMost },
  companies_page: { 'scan emitente': page },
  events_delete_old: { 'scan saida_eventos': 'walks from the oldest on and stops at the first that stays' },
  events_since: { 'scan saida_eventos': 'once, when the process starts; events are kept for an hour' },
  events_users_with_company: { 'scan emitente_users': 'for an event that all of them may see' },
  fiscal_tables_changes: { 'scan tabela_fiscal': changesOfTables },
  fiscal_tables_next_revision: { 'scan tabela_fiscal_estado': 'one row' },
  fiscal_tables_products_cest: { 'scan produtos': allProducts, sort: allProducts },
  fiscal_tables_products_cfop: { 'scan produtos': allProducts, sort: allProducts },
  fiscal_tables_products_class: { 'scan produtos': allProducts, sort: allProducts },
  fiscal_tables_products_cst: { 'scan produtos': allProducts, sort: allProducts },
  fiscal_tables_products_ncm: { 'scan produtos': allProducts, sort: allProducts },
  fiscal_tables_products_uf: { 'scan produtos': allProducts, sort: allProducts },
  fiscal_tables_revision: { 'scan tabela_fiscal_estado': 'one row' },
  imports_list: { 'scan importacoes': page },
  jobs_move_due_and_leases: { 'scan tarefas': 'when the clock was set; what waits and runs' },
  jobs_pull_in: { 'scan tarefas': 'once, when the process starts; what waits' },
  notifications_ibscbs: { 'scan nfce_settings': page, sort: ofPage },
  notifications_logos: { sort: ofPage },
  notifications_rules_end: { 'scan nfce_settings': page },
  notifications_set_ups: { 'scan nfce_settings': page, sort: ofPage },
  notifications_offline: { 'scan nfce': underWay, sort: ofPage },
  notifications_stopped_series: { 'scan nfce_numeracao': 'a row for each series', sort: ofPage },
  notifications_voiding: { 'scan nfce': underWay, sort: ofPage },
  people_export: { 'scan pessoas': everything, sort: 'of the rows that are written' },
  people_found: { 'scan pessoas': atMost, sort: 'of the rows that hold a word, where it is rare' },
  people_page: {
    'scan pessoas': page,
    sort: 'PostgreSQL sorts the bin rather than walk its index: what thirty days deleted',
  },
  people_scan: { 'scan pessoas': 'a list of at most 20,000 rows', sort: 'of what was found in it' },
  people_totals: { 'scan pessoas': exact },
  products_judged_by: { 'scan emitente': 'every few seconds, a row for each company' },
  readiness_answered: { 'scan sefaz_troca': lastExchanges },
  readiness_groups: { 'scan sefaz_troca': lastExchanges },
  reports_all_companies: { 'scan emitente': 'once a day, a row for each company' },
  receipts_all_series: { 'scan nfce_numeracao': 'a row for each series' },
  receipts_companies_with_open_events: { 'scan nfce_evento': underWay },
  receipts_companies_with_open_voidings: { 'scan nfce_inutilizacao': underWay },
  receipts_last_transmission: { 'scan sefaz_troca': 'walks the exchanges from the newest on to one of the company' },
  receipts_next_offline: { 'scan nfce': underWay, sort: 'of what one company waits to send' },
  receipts_oldest_waiting: { 'scan nfce': underWay, sort: 'of what is under way' },
  receipts_open_events: { 'scan nfce_evento': underWay, sort: 'of what is under way' },
  receipts_pull_blocks_in: { 'scan sefaz_bloqueio': 'when a clock was put back; the few companies that are shut out' },
  receipts_pull_questions_in: { 'scan nfce': 'when a clock was put back; of the newest exchanges' },
  receipts_pull_slowness_in: { 'scan contingencia': 'when a clock was put back; a row for each company' },
  receipts_waiting: { 'scan nfce': underWay, sort: 'of what is under way' },
  receipts_waiting_offline: { 'scan nfce': underWay },
  records_who_saved: { 'scan saida_eventos': 'when somebody saves over another; events are kept for an hour' },
  statistics_unknown_columns: { sort: 'of the columns of all indexes' },
  users_companies: { 'scan emitente': page },
  users_count: { 'scan users': `counts them; ${installation}` },
  users_count_companies: { 'scan emitente': atMost },
  users_other_active_admin: {
    'scan users': `when an administrator is taken away; ${installation}`,
    'scan user_roles': `when an administrator is taken away; ${installation}`,
  },
  users_page: { 'scan users': page, sort: `by the last sign-in; ${installation}` },
  voiding_exchange: { 'walk sefaz_troca': underWay },
}
