// Writes a .br and a .gz beside every text file of the build, so that the server never compresses.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const dist = new URL('../dist/', import.meta.url).pathname
const isText = /\.(html|js|css|svg|json|txt|webmanifest)$/

const sum = { js: 0, css: 0 }
for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !isText.test(entry.name)) continue
  const path = join(entry.parentPath, entry.name)
  const text = readFileSync(path)
  const brotli = brotliCompressSync(text, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    },
  })
  writeFileSync(`${path}.br`, brotli)
  writeFileSync(`${path}.gz`, gzipSync(text, { level: 9 }))
  if (entry.name.endsWith('.js')) sum.js += brotli.length
  if (entry.name.endsWith('.css')) sum.css += brotli.length
}
console.log(`brotli, all screens together: js ${(sum.js / 1000).toFixed(1)} kB, css ${(sum.css / 1000).toFixed(1)} kB`)
