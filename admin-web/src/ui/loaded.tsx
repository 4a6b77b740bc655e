import { LoadError } from '@talad/ui/components/load-error'
import { Skeleton } from '@talad/ui/components/status'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { messageOf } from '../lib/refusal.ts'

/** What a read has brought; while it hasn't, that it is coming or why not. */
export function Loaded<T>({
  query,
  children,
}: {
  query: UseQueryResult<T>
  children: (data: T) => ReactNode
}) {
  if (query.data !== undefined) return children(query.data)
  if (query.isError) return <LoadError message={messageOf(query.error)} retry={() => void query.refetch()} />
  return <Skeleton className="h-64" />
}
