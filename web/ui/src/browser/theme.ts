import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import { tellLook } from './look-cookie.ts'
import { stored } from './storage.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const chosen = stored('talad.theme', z.enum(['light', 'dark']), () => window.localStorage)
const listeners = new Set<() => void>()

/** Applies the chosen look; without a choice the style sheet follows the system. */
export function startTheme(): void {
  const choice = chosen.read()
  if (choice) document.documentElement.dataset.theme = choice
  else delete document.documentElement.dataset.theme
  tellLook('talad.theme', choice)
}

function theme(): Theme {
  const { theme: choice } = document.documentElement.dataset
  return themes.find((known) => known === choice) ?? 'system'
}

export function changeTheme(next: Theme): void {
  if (next === 'system') {
    delete document.documentElement.dataset.theme
    chosen.clear()
  } else {
    document.documentElement.dataset.theme = next
    chosen.write(next)
  }
  tellLook('talad.theme', chosen.read())
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The look that was chosen, for the control that changes it. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, theme, () => 'system')
}
