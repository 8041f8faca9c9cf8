import { queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { api, isAbout, queryKeys } from '@/api'
import type { Certificate } from '@/api'

const certificates = queryKeys('certificate')

/** What is known of a company's certificate, with the version to send back when saving. */
export type LoadedCertificate = { certificate: Certificate; etag: string | undefined }

export function loadCertificate(company: string) {
  return queryOptions({
    queryKey: certificates.one(company),
    queryFn: ({ signal }) => readCertificate(company, signal),
  })
}

export async function readCertificate(company: string, signal?: AbortSignal): Promise<LoadedCertificate> {
  const { data, etag } = await api.get('/api/companies/{id}/certificate', { path: { id: company }, signal })
  return { certificate: data, etag }
}

/** Without `file` the stored one is opened with the new password. */
export async function saveCertificate(
  company: string,
  input: { file_name: string; file_base64?: string; password: string },
  version: string | undefined,
): Promise<LoadedCertificate> {
  const { data, etag } = await api.put('/api/companies/{id}/certificate', {
    path: { id: company },
    body: input,
    ifMatch: version,
  })
  return { certificate: data, etag }
}

export async function removeCertificate(company: string, version: string | undefined): Promise<void> {
  await api.delete('/api/companies/{id}/certificate', { path: { id: company }, ifMatch: version })
}

/** The certificate, and whatever shows until when it is valid. */
export function refreshCertificates(queryClient: QueryClient): Promise<unknown> {
  return queryClient.invalidateQueries({ predicate: (query) => isAbout(query, 'certificate') })
}

/** The file's bytes in Base64. */
export async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  // In pieces: a call takes only so many arguments.
  let text = ''
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(text)
}
