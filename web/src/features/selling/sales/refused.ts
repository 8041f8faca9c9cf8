const CLIENT = 'cliente.'

/** What a document lacks of its buyer, by field of the records. */
export const clientProblems = (byField: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(byField).flatMap(([field, message]) =>
      field.startsWith(CLIENT) ? [[field.slice(CLIENT.length), message] as const] : [],
    ),
  )

/** Whether what is wrong is asked for with transport and bill. */
export const isOfNfe = (field: string) => field.startsWith('nfe.')
