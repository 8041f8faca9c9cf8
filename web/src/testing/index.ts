// For tests only: a server, screens and people.
export { boaVista, marina, recusado, serraAzul } from './people'
export { done, pageOf, problem, startServer, tabTotals, tagged } from './server'
export { showScreens } from './screens'
export { expectSummaryInFormOrder } from './summary'
