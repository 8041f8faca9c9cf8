// Reads a Lighthouse report: the four scores, and what the browser fetched on the first visit.
//   node first-visit.mjs REPORT.json   prints: performance accessibility best-practices seo script-bytes all-bytes
import { readFileSync } from 'node:fs'

const { categories, audits } = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const scores = ['performance', 'accessibility', 'best-practices', 'seo'].map((name) =>
  Math.round(categories[name].score * 100),
)
const requests = audits['network-requests'].details.items
const bytes = (wanted) => requests.filter(wanted).reduce((sum, { transferSize }) => sum + transferSize, 0)
console.log(
  ...scores,
  bytes(({ resourceType }) => resourceType === 'Script'),
  bytes(() => true),
)
