/** SEFAZ settings of a company as a dialog. */
export { SefazSettingsDialog } from './sefaz-settings-dialog'
