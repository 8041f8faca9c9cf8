/** The own account: the question for the name. */
export { NameQuestion } from './name-question'
export { hasOwnName } from './own-name'
