import { useHasMessages } from '../browser/toast.ts'
import { lazyPart, Part } from './part.tsx'

const Toasts = lazyPart(() => import('./toasts.tsx'))

/** Where a message can't even be shown, the bar below says why. */
const nothing = () => {}

/** The place of short messages; what shows them is loaded with the first of them. */
export function Messages() {
  if (!useHasMessages()) return null
  return (
    <Part onMissing={nothing}>
      <Toasts />
    </Part>
  )
}
