/** Saved filters of lists. */
export { SavedFilters } from './saved-filters'
