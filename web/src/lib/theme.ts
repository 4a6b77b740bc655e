import { z } from 'zod'
import { stored } from './storage.ts'

const theme = z.enum(['light', 'dark'])
const chosen = stored('talad.theme', theme, () => window.localStorage)

/** Applies the chosen look; without a choice the style sheet follows the system. */
export function startTheme(): void {
  const choice = chosen.read()
  if (choice) document.documentElement.dataset.theme = choice
}

export function isDark(): boolean {
  const { theme: choice } = document.documentElement.dataset
  return choice === undefined ? window.matchMedia('(prefers-color-scheme: dark)').matches : choice === 'dark'
}

export function toggleTheme(): void {
  const next = isDark() ? 'light' : 'dark'
  document.documentElement.dataset.theme = next
  chosen.write(next)
}
