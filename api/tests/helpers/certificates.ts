// A1 certificates as the tests need them, made by the openssl command: of any company, time and kind.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const pfxPassword = 'teste1234'

const vectors = new URL('../../../nfce/tests/vectors/certs/', import.meta.url)
/** The certificates that the fiscal library is tested with: CNPJ 11222333000181 and 12ABC34501DE35, new and old exports. */
export const vector = (name: string) => readFileSync(new URL(`${name}.pfx`, vectors))

const day = 86_400_000

export interface Wanted {
  /** null: of a person. */
  cnpj: string | null
  /** Days from now. */
  from?: number
  to?: number
  password?: string
  /** How many times the certificate is in the chain. */
  chain?: number
  withKey?: boolean
}

let privateKey: string | undefined

export function certificate({ cnpj, from = -1, to = 365, password = pfxPassword, chain = 0, withKey = true }: Wanted): {
  pfx: Buffer
  pem: Buffer
} {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-certificate-'))
  const openssl = (...args: string[]) =>
    execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  const write = (name: string, content: string) => writeFileSync(join(folder, name), content)
  try {
    privateKey ??= openssl('genrsa', '2048').toString()
    write('key.pem', privateKey)
    const alternative = cnpj ? `otherName:2.16.76.1.3.3;UTF8:${cnpj}` : 'email:pessoa@exemplo.com.br'
    const subject = `/CN=LAJES DE TESTE${cnpj ? `:${cnpj}` : ''}`
    write('request.cnf', '[req]\ndistinguished_name = name\n[name]\n')
    openssl(...['req', '-new', '-key', 'key.pem', '-subj', subject, '-config', 'request.cnf', '-out', 'request.pem'])
    sign(folder, `subjectAltName = ${alternative}`, from, to, ['-selfsign', '-keyfile', 'key.pem'])
    const pem = readFileSync(join(folder, 'own.pem'))
    write('chain.pem', pem.toString().repeat(chain))
    const key = withKey ? ['-inkey', 'key.pem'] : ['-nokeys']
    const more = chain > 0 ? ['-certfile', 'chain.pem'] : []
    openssl('pkcs12', '-export', ...key, '-in', 'own.pem', ...more, '-passout', `pass:${password}`, '-out', 'own.pfx')
    return { pfx: readFileSync(join(folder, 'own.pfx')), pem }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Makes `own.pem` of the `request.pem` in `folder`, with one extension, valid from and to so many days from now. */
function sign(folder: string, extension: string, from: number, to: number, by: string[]): void {
  const write = (name: string, content: string) => writeFileSync(join(folder, name), content)
  const time = (days: number) => new Date(Date.now() + days * day).toISOString().replace(/[-:T]|\.\d+/g, '')
  write('index.txt', '')
  write('serial', '0A1B2C')
  write(
    'ca.cnf',
    `[ca]\ndefault_ca = own\n[own]\ndatabase = index.txt\nserial = serial\nnew_certs_dir = .\ndefault_md = sha256\n` +
      `policy = any\nx509_extensions = more\n[any]\ncommonName = supplied\n[more]\n${extension}\n`,
  )
  execFileSync(
    'openssl',
    [
      ...['ca', '-batch', '-notext', ...by, '-config', 'ca.cnf', '-in', 'request.pem'],
      ...['-startdate', time(from), '-enddate', time(to), '-out', 'own.pem'],
    ],
    { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] },
  )
}

/** What the dialog sends. */
export const upload = (pfx: Buffer, overrides: Record<string, unknown> = {}) => ({
  file_name: 'certificado.pfx',
  file_base64: pfx.toString('base64'),
  password: pfxPassword,
  ...overrides,
})

/** An authority of its own in `folder`, in the form of a simulator's. */
export function newAuthority(folder: string): void {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
  openssl(
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '3650', '-subj', '/CN=AC de Teste'],
    ...['-keyout', 'key.pem', '-out', 'certificate.pem'],
  )
  const parts = ['key.pem', 'certificate.pem'].map((name) => readFileSync(join(folder, name)).toString())
  writeFileSync(join(folder, 'autoridade.pem'), parts.join(''))
}

/** A .pfx that the authority of a simulator's folder signed for this CNPJ, as a company would send its own. */
export function certificateOfAuthority(authorityFolder: string, cnpj: string, password: string): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-certificate-'))
  const openssl = (...args: string[]) =>
    execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  const authority = join(authorityFolder, 'autoridade.pem')
  try {
    openssl(
      ...['req', '-newkey', 'rsa:2048', '-nodes', '-keyout', 'key', '-out', 'request.pem'],
      ...['-subj', `/CN=Lajes Ltda:${cnpj}`],
    )
    // From yesterday: a clock that is an hour behind does not put it into the future.
    sign(folder, 'extendedKeyUsage = clientAuth', -1, 90, ['-cert', authority, '-keyfile', authority])
    openssl(...['pkcs12', '-export', '-inkey', 'key', '-in', 'own.pem', '-passout', `pass:${password}`, '-out', 'pfx'])
    return readFileSync(join(folder, 'pfx'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** What a server must know to trust SEFAZ as this simulator plays it: the file is written into `folder`. */
export function trustOfAuthority(authorityFolder: string, folder: string): string {
  const file = join(folder, 'autoridades.pem')
  execFileSync('openssl', ['x509', '-in', join(authorityFolder, 'autoridade.pem'), '-out', file])
  return file
}
