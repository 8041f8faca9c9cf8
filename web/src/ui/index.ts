/**
 * The one door to ui. Screens import from here and never from the component library.
 *
 * Layout: a screen is a Page. PageHeader, DataTable, RecordForm and EmptyState bring the page's padding themselves and stand
 * directly in it; anything else goes into a PageBody.
 */
export { ActionButton } from './actions/action-buttons'
export { screenActions, useScreenActions } from './actions/screen-actions'
export type { Action, ScreenAction } from './actions/types'
export { Button, IconButton, LinkButton } from './basics/button'
export type { ButtonKind } from './basics/button'
export { Card } from './basics/card'
export { COMPANY_COLORS, CompanyTile, initialsOf } from './basics/company-tile'
export type { CompanyTone } from './basics/company-tile'
export { EmptyState } from './basics/empty-state'
export { Kbd } from './basics/kbd'
export { LoadFailed } from './basics/load-failed'
export { Loaded } from './basics/loaded'
export { AccessDenied, HelpAddressProvider, Page, PageBody, PageHeader } from './basics/page'
export { ProgressBar } from './basics/progress-bar'
export { Skeleton, Spinner } from './basics/spinner'
export { StatusBadge } from './basics/status-badge'
export type { Tone } from './basics/status-badge'
export { TableCard } from './basics/table-card'
export { Timeline } from './basics/timeline'
export type { TimelineEntry } from './basics/timeline'
export { TwoLines } from './basics/two-lines'
export { Mark, Wordmark } from './brand/wordmark'
export { Countdown } from './counter/countdown'
export { KeyBar } from './counter/key-bar'
export { Paper, PaperPart, PaperRow } from './counter/paper'
export { QrCode } from './counter/qr-code'
export { ScanField } from './counter/scan-field'
export { Visor } from './counter/visor'
export { confirm } from './dialog/confirm-store'
export type { Question } from './dialog/confirm-store'
export { Dialog } from './dialog/dialog'
export { useShown } from './dialog/use-shown'
export {
  formatCep,
  formatCnpj,
  formatCpf,
  formatCpfCnpj,
  formatPhone,
  plainCep,
  plainCnpj,
  plainCpf,
  plainPhone,
} from './format/documents'
export { formatDay, parseDate } from './format/date'
export { periodNamed, periodOf, plusDays, today } from './format/days'
export { formatDecimal, formatMoney, parseDecimal } from './format/decimal'
/** Exact arithmetic on the API's decimals: `decimal.multiply([quantidade, valor], 2)`, `decimal.sum(totals)`. */
export * as decimal from './format/decimal-math'
export { fold, formatInteger, formatSize } from './format/text'
export { pressHotkey, useHotkeys } from './hotkeys/hotkeys'
export type { Hotkey } from './hotkeys/hotkeys'
export { ColorChoice } from './inputs/color-choice'
export { DateInput } from './inputs/date-input'
export { FileDrop } from './inputs/file-drop'
export { ImageInput } from './inputs/image-input'
export { CepInput, CnpjInput, CpfCnpjInput, InscricaoEstadualInput, PhoneInput } from './inputs/masked-input'
export { DecimalInput, IntegerInput, MoneyInput } from './inputs/number-inputs'
export { SearchPicker } from './inputs/search-picker'
export type { PickerItem } from './inputs/use-picker'
export { SegmentedChoice } from './inputs/segmented-choice'
export { Select } from './inputs/select'
export type { Choice } from './inputs/select'
export { PasswordInput, Switch, Textarea, TextInput } from './inputs/text-inputs'
export type { FieldProps } from './inputs/text-inputs'
export { useIsNarrow, useIsPhone } from './theme/breakpoints'
export { ThemeChoice } from './theme/theme-choice'
export { UiProvider } from './theme/ui-provider'
export { useTheme } from './theme/use-theme'
export type { Theme } from './theme/use-theme'
export { toast } from './toast/toast-store'
export type { ToastOptions } from './toast/toast-store'
export { tellDownload } from './toast/tell-download'
export { useProblemToast } from './toast/use-problem-toast'
export { Palette } from './palette/palette'
export type { FindRecords, FoundRecord, PaletteGroup, PaletteItem } from './palette/types'
export { usePaletteKey } from './palette/use-palette-key'
export { lateParts } from './use-late-parts'
export { forgetOpened, useNoteOpened, useOpened } from './palette/opened'
export type { OpenedRecord } from './palette/opened'
export { Checkbox } from './inputs/checkbox'
export { DataTable } from './list/data-table'
export { FilterPeriod, FilterSelect } from './list/filters'
export { FilterText } from './list/filter-text'
export { QuickPeriod } from './list/quick-period'
export { MenuButton } from './list/menu-button'
export { exportWays, sheetActions } from './list/sheet-actions'
export { Pager } from './list/pager'
export { SearchBox } from './list/search-box'
export { StatusTabs } from './list/status-tabs'
export { listAddress } from './list/list-address'
export type { ListPage } from './list/list-words'
export type { InPlace } from './list/use-in-place'
export type { PhoneRow } from './list/phone-rows'
export type { BulkAction, Column, RowAction, RowNote, StatusTab, TabLink } from './list/types'
export { recordChanges } from './list/record-changes'
export type { ChangeKind, ChangeWords } from './list/record-changes'
export { useListState } from './list/use-list-state'
export { useNeighbours } from './list/use-neighbours'
export { useRecordList } from './list/use-record-list'
export type { ListOptions, ListState } from './list/use-list-state'
export { DraftOwner, forgetDrafts } from './form/drafts'
export { FormDialog } from './form/form-dialog'
export { FormGrid } from './form/form-grid'
export { FormGroup } from './form/form-group'
export { RecordForm } from './form/record-form'
export type { FormSection } from './form/sections'
export { useFirstFocus } from './form/use-first-focus'
export { useFollowed } from './form/use-followed'
export { useRecordForm } from './form/use-record-form'
export type { FieldSpec, ItemFieldSpec, RecordFormState } from './form/use-record-form'
export { useStable } from './form/use-stable'
export {
  formatAgo,
  formatDate,
  formatDateTime,
  formatMoment,
  formatSpan,
  formatTime,
  formatTimeOfDay,
} from './format/time'
export { useDebounced } from './use-debounced'
export { useNow } from './use-now'
export { useReturnFocus } from './use-return-focus'
