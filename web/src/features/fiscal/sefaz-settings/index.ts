/** What other features may use of this one. */
export { SefazSettingsDialog } from './sefaz-settings-dialog'
