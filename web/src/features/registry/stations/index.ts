/** Stations: the one of this browser, and printing on it. */
export { printReceipt, printSlipHere, thisStation } from './printing'
export { listStations, printInBrowser, saleSettings } from './queries'
export { chooseStation, readThisStationId } from './this-station'
export { useThisStation } from './use-this-station'
