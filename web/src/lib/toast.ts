import { Toast } from '@base-ui/react/toast'
import { messageOf } from './rejection-texts.ts'

export const toastManager = Toast.createToastManager()

/** Says shortly what happened. The same text isn't stacked. */
export function say(title: string, kind: 'info' | 'success' | 'error' = 'info'): void {
  toastManager.add({
    id: `${kind}:${title}`,
    title,
    type: kind,
    timeout: 6_000,
    priority: kind === 'error' ? 'high' : 'low',
  })
}

/** Says what an error means, in the reader's language. */
export function sayError(error: unknown): void {
  say(messageOf(error), 'error')
}
