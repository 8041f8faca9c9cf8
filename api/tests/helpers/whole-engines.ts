/** The engines on which this run runs all files (global-setup.ts). */
export const wholeEngines = process.env.BALCAO_TEST_WHOLE!.split(',').filter(Boolean)
if (wholeEngines.length === 0) throw new Error('the checks look at a run of all files: choose the project sqlite too')
