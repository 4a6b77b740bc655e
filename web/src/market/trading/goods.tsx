import { Picture } from '@talad/ui/components/picture'
import type { ReactNode } from 'react'

/** What is being bought, to be recognised at every step of it. */
export function Goods({
  image,
  name,
  children,
}: {
  image: string | null
  name: string
  children: ReactNode
}) {
  return (
    <div className="flex items-center gap-4">
      <Picture src={image} alt="" className="w-20 shrink-0 rounded-md" />
      <div className="min-w-0">
        <p className="truncate text-lg font-semibold">{name}</p>
        {children}
      </div>
    </div>
  )
}
