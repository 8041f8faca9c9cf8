import { toast } from './toast-store'

/** Tells how the making of a file goes, from the first moment to its end; `make` gives the name of the file. */
export async function tellDownload(make: () => Promise<string>): Promise<void> {
  toast.info('Preparando o arquivo…', undefined, { duration: Infinity })
  try {
    toast.success('Arquivo pronto', await make())
  } catch (error) {
    if (!(error instanceof Error)) throw error
    toast.error('Erro ao baixar o arquivo', error.message)
  }
}
