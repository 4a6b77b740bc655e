export type Action =
  | 'next'
  | 'previous'
  | 'select'
  | 'claim'
  | 'ignore'
  | 'suspend'
  | 'skip'
  | 'undo'
  | 'order'
  | 'help'
  | 'confirm'
  | 'leave'
  | `reason-${1 | 2 | 3}`

/** By the place on the keyboard, so that they are the same under a Thai layout. */
const LETTERS: Readonly<Record<string, Action>> = {
  KeyJ: 'next',
  KeyK: 'previous',
  KeyX: 'select',
  KeyC: 'claim',
  KeyI: 'ignore',
  KeyS: 'suspend',
  KeyN: 'skip',
  KeyU: 'undo',
  KeyO: 'order',
}
/** While a decision is asked for. */
const ANSWERS: Readonly<Record<string, Action>> = {
  Enter: 'confirm',
  NumpadEnter: 'confirm',
  Escape: 'leave',
  Digit1: 'reason-1',
  Digit2: 'reason-2',
  Digit3: 'reason-3',
  Numpad1: 'reason-1',
  Numpad2: 'reason-2',
  Numpad3: 'reason-3',
}

type Pressed = Pick<KeyboardEvent, 'code' | 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat'>

/** What a key means at the queue; undefined: nothing. @param isAsking a decision waits for its second key */
export function actionOf(pressed: Pressed, isAsking: boolean): Action | undefined {
  const { code, key, ctrlKey, metaKey, altKey, repeat } = pressed
  if (ctrlKey || metaKey || altKey) return undefined
  if (key === '?' || (code === 'Slash' && key === 'ฦ')) return 'help'
  const action = isAsking ? (ANSWERS[code] ?? LETTERS[code]) : LETTERS[code]
  // held down, one goes through the list and decides nothing
  return repeat && action !== 'next' && action !== 'previous' ? undefined : action
}
