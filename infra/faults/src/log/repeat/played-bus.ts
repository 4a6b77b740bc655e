import type { Bus, SubscribeOptions } from '@talad/shared/bus/port'

/** A bus that carries nothing: what its subscribers get, the proof hands to them. */
export function playBus(): { bus: Bus; subscribed: SubscribeOptions[] } {
  const subscribed: SubscribeOptions[] = []
  return {
    subscribed,
    bus: {
      publish: async () => undefined,
      async subscribe(options) {
        subscribed.push(options)
        return { close: async () => undefined }
      },
      seek: async () => undefined,
      lag: async () => [],
      hasHandledUntil: async () => false,
      prune: async () => 0,
      forget: async () => undefined,
      ensureTopics: async () => undefined,
      close: async () => undefined,
    },
  }
}
