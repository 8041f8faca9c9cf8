// Certificates for the stories: test vectors, and one that has ended.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Opens every one of them. */
export const pfxPassword = 'teste1234'
/** Whose `a1-numerico` they are. */
export const numericOwner = '11222333000181'

export const pfx = (name: 'a1-numerico' | 'a1-numerico-legacy' | 'a1-alfa') => ({
  name: `${name}.pfx`,
  mimeType: 'application/x-pkcs12',
  buffer: readFileSync(new URL(`../nfce/tests/vectors/certs/${name}.pfx`, import.meta.url)),
})

/** One of the year 2020. */
export function endedPfx(cnpj: string): { name: string; mimeType: string; buffer: ReturnType<typeof pfx>['buffer'] } {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-pfx-'))
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
  try {
    writeFileSync(join(folder, 'index.txt'), '')
    writeFileSync(
      join(folder, 'ca.cnf'),
      '[ca]\ndefault_ca=c\n[c]\ndatabase=index.txt\nnew_certs_dir=.\nserial=serial\ndefault_md=sha256\npolicy=p\n[p]\ncommonName=supplied\n',
    )
    openssl(
      'req',
      '-new',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-keyout',
      'key.pem',
      '-subj',
      `/CN=LAJES BOA VISTA:${cnpj}`,
      '-out',
      'request.pem',
    )
    openssl(
      ...[
        'ca',
        '-batch',
        '-config',
        'ca.cnf',
        '-selfsign',
        '-keyfile',
        'key.pem',
        '-in',
        'request.pem',
        '-out',
        'certificate.pem',
      ],
      ...['-rand_serial', '-startdate', '20200101000000Z', '-enddate', '20210101000000Z', '-notext'],
    )
    openssl(
      'pkcs12',
      '-export',
      '-inkey',
      'key.pem',
      '-in',
      'certificate.pem',
      '-passout',
      `pass:${pfxPassword}`,
      '-out',
      'ended.pfx',
    )
    return { name: 'vencido.pfx', mimeType: 'application/x-pkcs12', buffer: readFileSync(join(folder, 'ended.pfx')) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
