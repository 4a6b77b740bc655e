import { useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'

/** A link that a site has written: its own pages open in the app, others beside it. */
export function SiteLink({
  href,
  className = 'text-leaf underline underline-offset-4',
  children,
}: {
  href: string
  className?: string
  children: ReactNode
}) {
  const { history } = useRouter()
  if (!href.startsWith('/'))
    return (
      <a href={href} target="_blank" rel="noopener noreferrer" className={className}>
        {children}
      </a>
    )
  const open = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    history.push(href)
  }
  return (
    <a href={href} onClick={open} className={className}>
      {children}
    </a>
  )
}
