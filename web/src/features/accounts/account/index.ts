export { NameQuestion } from './name-question'
export { hasOwnName } from './own-name'
