import { useSyncExternalStore } from 'react'

export type Message = { title: string; kind: 'info' | 'success' | 'error' }

/** Messages that nobody shows yet: what shows them is loaded with the first of them. */
const waiting: Message[] = []
const listeners = new Set<() => void>()
let show: ((message: Message) => void) | undefined
let wanted = false

/** Says shortly what happened. */
export function say(title: string, kind: Message['kind'] = 'info'): void {
  if (show) {
    show({ title, kind })
    return
  }
  waiting.push({ title, kind })
  wanted = true
  for (const listener of listeners) listener()
}

/** Takes the messages that wait, and all that come; returns how to stop. */
export function takeMessages(next: (message: Message) => void): () => void {
  show = next
  for (const message of waiting.splice(0)) next(message)
  return () => {
    show = undefined
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const isWanted = () => wanted

/** Whether there has been a message to show. */
export function useHasMessages(): boolean {
  return useSyncExternalStore(subscribe, isWanted, isWanted)
}
