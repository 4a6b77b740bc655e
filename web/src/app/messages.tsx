import { useHasMessages } from '../lib/toast.ts'
import { lazyPart, Part } from '../ui/part.tsx'

const Toasts = lazyPart(() => import('../ui/toasts.tsx'))

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
