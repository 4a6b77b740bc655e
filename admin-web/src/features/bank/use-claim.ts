import { queryClient } from '@talad/ui/client/query'
import { useEffect } from 'react'
import { claims } from './api.ts'

/**
 * AW-5: while somebody has the decision open the others see that they look at it; it ends with the window, and by itself
 * after 10 minutes. It is soft: where it fails nothing is hindered.
 * @param isWanted nobody else looks at it, and the person may decide
 */
export function useClaim(queueName: keyof typeof claims, id: string, isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return
    const show = () => queryClient.invalidateQueries({ queryKey: [queueName, 'list'] })
    const { take, release } = claims[queueName]
    const taken = take(id).then(show, () => {})
    return () => void taken.then(() => release(id)).then(show, () => {})
  }, [queueName, id, isWanted])
}
