// Called by scripts/dependencies: prints the SPDX document of the Debian packages of a table (name, version, licence as
// Debian writes it) and of what web/package-lock.json puts into the web application.
import { readFileSync } from 'node:fs'

const [table] = process.argv.slice(2)

/** Debian's short names of licences that SPDX calls otherwise; what is in neither list is left for a person to read. */
const SPDX_NAMES = {
  Expat: 'MIT',
  'MIT/X': 'MIT',
  'BSD-3': 'BSD-3-Clause',
  'BSD-2': 'BSD-2-Clause',
  'BSD-3-clause': 'BSD-3-Clause',
  'BSL-1': 'BSL-1.0',
  'GPL-2+': 'GPL-2.0-or-later',
  'GPL-3+': 'GPL-3.0-or-later',
  'LGPL-2': 'LGPL-2.0-only',
  'LGPL-2+': 'LGPL-2.0-or-later',
  'LGPL-2.1': 'LGPL-2.1-only',
  'LGPL-2.1+': 'LGPL-2.1-or-later',
  'LGPL-3+': 'LGPL-3.0-or-later',
  'public-domain': 'LicenseRef-public-domain',
}
/** Of packages whose copyright file is prose: read by a person, by the licence's own words. */
const READ_BY_HAND = {
  'libboost-json1.81.0': 'BSL-1.0',
  'libboost1.81-dev': 'BSL-1.0',
  libc6: 'LGPL-2.1-or-later',
  libcairo2: 'LGPL-2.1-only OR MPL-1.1',
  libcsv3: 'LGPL-2.1-or-later',
  libcurl4: 'curl',
  'libgcc-s1': 'GPL-3.0-or-later WITH GCC-exception-3.1',
  'libgdk-pixbuf-2.0-0': 'LGPL-2.1-or-later',
  'libglib2.0-0': 'LGPL-2.1-or-later',
  'libpango-1.0-0': 'LGPL-2.0-or-later',
  'libpangocairo-1.0-0': 'LGPL-2.0-or-later',
  'libfmt-dev': 'MIT',
  libfmt9: 'MIT',
  libpq5: 'PostgreSQL',
  'librsvg2-2': 'LGPL-2.1-or-later',
  'libsqlite3-0': 'blessing',
  libssl3: 'Apache-2.0',
  'libstdc++6': 'GPL-3.0-or-later WITH GCC-exception-3.1',
  libxml2: 'MIT',
  libzip4: 'BSD-3-Clause',
}
const known =
  /^(MIT|ISC|curl|BSD-[23]-Clause|Apache-2\.0|BSL-1\.0|Zlib|OFL-1\.1|PostgreSQL|0BSD|(L?GPL)-\d\.\d-(only|or-later))$/

const licenceOf = (name, written) => {
  const spdx = READ_BY_HAND[name] ?? SPDX_NAMES[written] ?? written
  return READ_BY_HAND[name] || known.test(spdx) || spdx.startsWith('LicenseRef-') ? spdx : 'NOASSERTION'
}

const debian = readFileSync(table, 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split('\t'))
  .map(([name, version, written = '']) => ({
    name,
    version,
    licence: licenceOf(name, written),
    from: `pkg:deb/debian/${name}@${encodeURIComponent(version)}`,
  }))

const { packages } = JSON.parse(readFileSync('web/package-lock.json', 'utf8'))
const npm = Object.entries(packages)
  .filter(([path, { dev, optional }]) => path.startsWith('node_modules/') && !dev && !optional)
  .map(([path, { version, license }]) => {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const from = `pkg:npm/${name.replace('@', '%40')}@${version}`
    return { name, version, licence: license ?? 'NOASSERTION', from }
  })

const [, version] = /^project\(balcao VERSION (\S+)/m.exec(readFileSync('CMakeLists.txt', 'utf8'))
const idOf = ({ name, version }) => `SPDXRef-${`${name}-${version}`.replaceAll(/[^A-Za-z0-9.-]/g, '-')}`
const parts = [...new Map([...debian, ...npm].map((part) => [part.from, part])).values()].sort((a, b) =>
  a.from < b.from ? -1 : 1,
)

console.log(`SPDXVersion: SPDX-2.3
DataLicense: CC0-1.0
SPDXID: SPDXRef-DOCUMENT
DocumentName: Balcão ${version}
DocumentNamespace: urn:balcao:dependencies:${version}
Creator: Tool: scripts/dependencies
Created: ${new Date().toISOString().slice(0, 10)}T00:00:00Z

PackageName: balcao
SPDXID: SPDXRef-balcao
PackageVersion: ${version}
PackageDownloadLocation: NOASSERTION
FilesAnalyzed: false
PackageLicenseConcluded: NOASSERTION
PackageLicenseDeclared: NOASSERTION
PackageCopyrightText: NOASSERTION
Relationship: SPDXRef-DOCUMENT DESCRIBES SPDXRef-balcao`)
for (const part of parts) {
  console.log(`
PackageName: ${part.name}
SPDXID: ${idOf(part)}
PackageVersion: ${part.version}
PackageDownloadLocation: NOASSERTION
FilesAnalyzed: false
PackageLicenseConcluded: NOASSERTION
PackageLicenseDeclared: ${part.licence}
PackageCopyrightText: NOASSERTION
ExternalRef: PACKAGE-MANAGER purl ${part.from}
Relationship: SPDXRef-balcao DEPENDS_ON ${idOf(part)}`)
}
if (parts.some(({ licence }) => licence.startsWith('LicenseRef-'))) {
  console.log(`
LicenseID: LicenseRef-public-domain
LicenseName: Public domain
ExtractedText: <text>The authors gave up their rights; the package's copyright file has their words.</text>`)
}
