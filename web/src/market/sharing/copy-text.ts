import { say } from '@talad/ui/browser/toast'

/** Puts a text on the clipboard and says so; a browser that refuses leaves everything as it is. */
export async function copyText(text: string, said: string): Promise<void> {
  await navigator.clipboard.writeText(text).then(
    () => say(said, 'success'),
    () => {},
  )
}
