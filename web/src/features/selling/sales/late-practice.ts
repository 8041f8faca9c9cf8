export { TrainingGuide } from './training-guide'
export { TrainingStrip } from './training-strip'
