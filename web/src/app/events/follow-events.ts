import type { QueryClient } from '@tanstack/react-query'
import { readSince, sessionKey } from '@/api'
import type { ServerEvent } from '@/api'
import { gatherEvents } from './gather'
import { whileLeading } from './leader'
import { keepStream } from './stream'

type Message = { kind: 'event'; event: ServerEvent } | { kind: 'reconnected' }

/** A stream that opens this soon after the page missed nothing that the page has not just read. */
const FRESH_MS = 5_000

/**
 * Keeps what the page shows in step with the server: one tab of the browser holds the stream and tells the others.
 * Returns how to end it.
 */
export function followEvents(queryClient: QueryClient): () => void {
  const stop = new AbortController()
  const channel = new BroadcastChannel('balcao-events')
  const events = gatherEvents(queryClient)
  const since = readSince()
  let opened = 0

  const deliver = (message: Message) => {
    if (message.kind === 'reconnected') void queryClient.invalidateQueries()
    else events.add(message.event)
  }
  const tellAll = (message: Message) => {
    deliver(message)
    channel.postMessage(message)
  }
  channel.onmessage = ({ data }: MessageEvent<Message>) => deliver(data)

  void whileLeading(stop.signal, (until) =>
    keepStream(until, {
      opened: () => {
        opened += 1
        if (opened > 1 || Date.now() - since > FRESH_MS) tellAll({ kind: 'reconnected' })
      },
      event: (event) => tellAll({ kind: 'event', event }),
      refused: () => void queryClient.refetchQueries({ queryKey: sessionKey }, { cancelRefetch: false }),
    }),
  )

  return () => {
    stop.abort()
    channel.close()
    events.stop()
  }
}
