/** Who saved a record and when (an instant). */
export type Saving = { changedBy?: string | undefined; changedAt?: string | undefined }

/** What a refused save must tell, whichever client found it out. */
export type SaveProblem = Saving & {
  message: string
  /** Some messages belong at fields. */
  isInvalid: boolean
  byField: Record<string, string>
  /** Somebody else saved meanwhile: `current` is their record, `etag` its version. */
  isStale: boolean
  current: unknown
  etag: string | undefined
}

export function isSaveProblem(error: unknown): error is SaveProblem {
  return error instanceof Error && 'isInvalid' in error && 'isStale' in error && 'byField' in error
}
