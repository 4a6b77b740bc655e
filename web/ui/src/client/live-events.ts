import { type LiveEventName, liveEvents } from '@talad/proto/http/gateway/live'

/** A query that is on the screen, and what it has read. */
export type Read = { queryKey: readonly unknown[]; data: unknown }

/** A live event: what it names. */
export type Told = { type: LiveEventName; about: Readonly<Record<string, unknown>> }

/** What the screens of an app have to do with what happens in the market. */
export type Screens = {
  /** what to ask the gateway to watch for what is on the screen */
  watchOf(reads: readonly Read[]): string[]
  /** whether an event makes old what a query has read */
  isMadeOld(read: Read, told: Told): boolean
}

/** An event of the stream, if we know it. */
export function toldBy(type: string, data: string): Told | undefined {
  if (!isLiveEvent(type)) return undefined
  const about = liveEvents[type].safeParse(JSON.parse(data))
  return about.success ? { type, about: about.data } : undefined
}

function isLiveEvent(type: string): type is LiveEventName {
  return Object.hasOwn(liveEvents, type)
}
