import { Badge, type Tone } from '@talad/ui/components/status'
import { type TextKey, useText } from '../i18n/index.ts'

/** What each word of a state means on the screen; one table for all desks, so that one word looks the same everywhere. */
const states = {
  pending: ['wait', 'status.pending'],
  processing: ['wait', 'status.processing'],
  provider_processing: ['wait', 'status.provider_processing'],
  mined: ['good', 'status.mined'],
  sent: ['wait', 'status.sent'],
  completed: ['good', 'status.completed'],
  success: ['good', 'status.success'],
  failed: ['bad', 'status.failed'],
  rejected: ['bad', 'status.rejected'],
  canceled: ['calm', 'status.canceled'],
  none: ['calm', 'status.none'],
  refunding: ['wait', 'status.refunding'],
  refunded: ['good', 'status.refunded'],
} as const satisfies Record<string, readonly [Tone, TextKey]>

export type State = keyof typeof states

/** The word of a state; undefined for what is none. */
export function stateText(name: string): TextKey | undefined {
  return Object.hasOwn(states, name) ? states[name as State][1] : undefined
}

/** A state in words. */
export function StatusBadge({ state }: { state: State | null }) {
  const { t } = useText()
  if (state === null) return '–'
  const [tone, key] = states[state]
  return <Badge tone={tone}>{t(key)}</Badge>
}

/** The states as the choices of a filter. */
export function stateOptions(names: readonly State[]): { value: string; label: TextKey }[] {
  return names.map((value) => ({ value, label: states[value][1] }))
}
