import { stored } from '@talad/ui/browser/storage'
import { useSyncExternalStore } from 'react'
import { z } from 'zod'

export const densities = ['roomy', 'dense'] as const
export type Density = (typeof densities)[number]

const kept = stored('talad.density', z.enum(densities), () => window.localStorage)
const listeners = new Set<() => void>()

/** How close cards stand, on this device. */
export function changeDensity(next: Density): void {
  kept.write(next)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useDensity(): Density {
  return useSyncExternalStore(
    subscribe,
    () => kept.read() ?? 'roomy',
    () => 'roomy',
  )
}
