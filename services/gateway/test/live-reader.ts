import { until } from '@talad/shared/testing/wait'
import { expect } from 'vitest'
import { CONTRACT } from './messages.ts'

export const LIVE = '/api/user/v1/live'
export const LIVE_MARKET = '/api/public/v1/live'

export type Heard = { id: string; event: string; data: unknown }
export type Reader = { heard: Heard[]; comments: number; ended: boolean; leave(): void }

function take(reader: Reader, block: string): void {
  if (block.startsWith(':')) {
    reader.comments += 1
    return
  }
  const fields = Object.fromEntries(
    block.split('\n').map((line) => {
      const at = line.indexOf(': ')
      return [line.slice(0, at), line.slice(at + 2)]
    }),
  )
  reader.heard.push({ id: fields.id ?? '', event: fields.event ?? '', data: JSON.parse(fields.data ?? '') })
}

/** What the page of an asset watches. */
const ASSET = `asset:${CONTRACT}:7`

/**
 * Opens a live connection and reads it in the background. Resolves when it is open.
 * @param url of the gateway
 * @param headers with a token: without one, as a visitor
 */
export async function listen(
  url: string,
  headers: Record<string, string> = {},
  watch: string = ASSET,
): Promise<Reader> {
  const leave = new AbortController()
  const path = headers.authorization === undefined ? LIVE_MARKET : LIVE
  const response = await fetch(`${url}${path}?watch=${watch}`, { headers, signal: leave.signal })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  const reader: Reader = { heard: [], comments: 0, ended: false, leave: () => leave.abort() }
  const { body } = response
  if (!body) throw new Error('no body')
  const run = async () => {
    let text = ''
    for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
      text += chunk
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) take(reader, block)
    }
  }
  void run()
    .catch(() => undefined)
    .finally(() => {
      reader.ended = true
    })
  await until('the stream is open', () => reader.heard.some(({ event }) => event === 'open'))
  return reader
}

/** The names of what was heard, in order. */
export const eventsOf = (reader: Reader) => reader.heard.map(({ event }) => event)

/** How often something was heard. */
export const times = (reader: Reader, event: string) => eventsOf(reader).filter((one) => one === event).length
