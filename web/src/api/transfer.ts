import { unreachable } from './problem'

/** A file on its way that moves no byte for so long is lost; how long all of it takes does not matter. */
const SILENCE_MS = 60_000
/** The server makes a whole file before it sends the first byte of it. */
const PREPARATION_MS = 10 * 60_000

/** Told as a file goes out, in bytes. */
export type OnProgress = (sent: number, total: number) => void

type Upload = {
  method: string
  address: string
  headers: Headers
  file: Blob
  signal?: AbortSignal | undefined
  onProgress?: OnProgress | undefined
}

/** Runs `onSilence` once nothing was heard for the time giveUpn last. */
function watchSilence(onSilence: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => clearTimeout(timer)
  const expect = (ms: number) => {
    stop()
    timer = setTimeout(onSilence, ms)
  }
  return { expect, stop }
}

/**
 * Sends a file. By XMLHttpRequest, since fetch does not tell how far it is. Fails with the signal's reason when the
 * caller gives up, else with `unreachable`.
 */
export function sendFile({ method, address, headers, file, signal, onProgress }: Upload): Promise<Response> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const request = new XMLHttpRequest()
    const stop = () => {
      silence.stop()
      signal?.removeEventListener('abort', giveUp)
    }
    const giveUp = () => {
      stop()
      request.abort()
      reject(signal?.aborted ? (signal.reason as Error) : unreachable(true))
    }
    const silence = watchSilence(giveUp)
    request.upload.onprogress = ({ loaded }) => {
      silence.expect(SILENCE_MS)
      onProgress?.(Math.min(loaded, file.size), file.size)
    }
    request.onload = () => {
      stop()
      resolve(responseOf(request))
    }
    request.onerror = () => {
      stop()
      reject(unreachable(false))
    }
    signal?.addEventListener('abort', giveUp)
    request.open(method, address)
    headers.forEach((value, name) => request.setRequestHeader(name, value))
    silence.expect(SILENCE_MS)
    request.send(file)
  })
}

function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers()
  for (const line of request.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim())
  }
  return new Response(request.status === 204 ? null : request.responseText, { status: request.status, headers })
}

/** Asks for a file; the answer's body is still on its way. Fails with `unreachable`. */
export async function requestFile(address: string, headers: Headers): Promise<Response> {
  const abort = new AbortController()
  const silence = watchSilence(() => abort.abort())
  silence.expect(PREPARATION_MS)
  try {
    return await fetch(address, { headers, credentials: 'same-origin', signal: abort.signal })
  } catch {
    throw unreachable(abort.signal.aborted)
  } finally {
    silence.stop()
  }
}

/** All of the file that an answer brings. Fails with `unreachable` when it breaks off. */
export async function readFile(response: Response): Promise<Blob> {
  const type = response.headers.get('Content-Type') ?? ''
  if (!response.body) return new Blob([], { type })
  const reader = response.body.getReader()
  const parts: Uint8Array<ArrayBuffer>[] = []
  const silent = new AbortController()
  const silence = watchSilence(() => {
    silent.abort()
    void reader.cancel()
  })
  try {
    for (;;) {
      silence.expect(SILENCE_MS)
      const { done, value } = await reader.read()
      if (done) break
      parts.push(value)
    }
  } catch {
    throw unreachable(false)
  } finally {
    silence.stop()
  }
  if (silent.signal.aborted) throw unreachable(true)
  return new Blob(parts, { type })
}

const FRAME_ID = 'balcao-impressao'
/** A document that was not there by then does not come any more. */
const FRAME_MS = 15_000

/**
 * Hands a PDF to the browser's printing without leaving the page: asks which printer, or prints at once where the browser
 * was started with --kiosk-printing. False: this browser cannot, so nothing was printed. What the printer then does with it
 * nobody is told.
 */
export async function printFile(file: Blob): Promise<boolean> {
  if (!navigator.pdfViewerEnabled) return false
  // The one before has been handed over by now; taken away earlier, nothing would have come out of some browsers.
  document.getElementById(FRAME_ID)?.remove()
  const frame = document.createElement('iframe')
  frame.id = FRAME_ID
  frame.title = 'Impressão'
  frame.tabIndex = -1
  frame.setAttribute('aria-hidden', 'true')
  Object.assign(frame.style, { position: 'fixed', right: '0', bottom: '0', width: '1px', height: '1px', border: '0' })
  const url = URL.createObjectURL(file)
  frame.src = url
  const isThere = await new Promise<boolean>((done) => {
    const timer = setTimeout(() => done(false), FRAME_MS)
    frame.onload = () => {
      clearTimeout(timer)
      done(true)
    }
    document.body.append(frame)
  })
  try {
    if (!isThere || !frame.contentWindow) return false
    const focused = document.activeElement
    frame.contentWindow.print()
    if (focused instanceof HTMLElement) focused.focus()
    return true
  } finally {
    setTimeout(() => URL.revokeObjectURL(url), SILENCE_MS)
  }
}

/** The name the server gives the file it sends. */
export function fileNameOf(response: Response): string {
  return /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? 'arquivo'
}

/** Lets the browser keep a file under a name. */
export function keepFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // Not at once: the browser reads the address only after the click has been dealt with.
  setTimeout(() => URL.revokeObjectURL(link.href), SILENCE_MS)
}

/** Shows a file in a tab of its own. False: the browser allowed no tab. */
export function showFile(file: Blob): boolean {
  const url = URL.createObjectURL(file)
  const tab = window.open(url, '_blank')
  if (tab) tab.opener = null
  // The tab reads it at once; a reload finds nothing more, which a preview may.
  setTimeout(() => URL.revokeObjectURL(url), SILENCE_MS)
  return tab !== null
}
