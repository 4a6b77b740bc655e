import { lazyPart, Part } from '@talad/ui/components/part'
import { useEffect } from 'react'
import { useAsked } from './assessment.ts'

const AssessmentDialog = lazyPart(() => import('./assessment-dialog.tsx'))

/** The assessment that a call of this window was refused for; leaving the window leaves it. */
export function AskedAssessment() {
  const asked = useAsked()
  useEffect(() => () => asked?.done(false), [asked])
  if (!asked) return null
  return (
    <Part onMissing={() => asked.done(false)}>
      <AssessmentDialog content={asked.key} onEnd={asked.done} />
    </Part>
  )
}
