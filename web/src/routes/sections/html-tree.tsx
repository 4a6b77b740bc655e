import type { HtmlBlock, HtmlInline, HtmlTree } from '@talad/proto/site/html'
import { Picture } from '@talad/ui/components/picture'
import { SiteLink } from './site-link.tsx'

/** What is written has no names of its own, and keeps nothing that could be mistaken: it is known by its place. */
export const inPlaces = <T,>(list: readonly T[]) => list.map((one, key) => ({ one, key }))

/** Words, links, and words that look otherwise. */
function Words({ of }: { of: readonly HtmlInline[] }) {
  return inPlaces(of).map(({ one: node, key }) => {
    if (node.tag === 'text') return node.text
    if (node.tag === 'br') return <br key={key} />
    if (node.tag === 'a')
      return (
        <SiteLink key={key} href={node.href}>
          {node.text}
        </SiteLink>
      )
    const Mark = node.tag
    return (
      <Mark key={key}>
        <Words of={node.children} />
      </Mark>
    )
  })
}

function Block({ of }: { of: HtmlBlock }) {
  if (of.tag === 'hr') return <hr className="border-line" />
  if (of.tag === 'img') return <Picture src={of.src} alt={of.alt} className="max-w-2xl rounded-lg" />
  if (of.tag === 'h2')
    return (
      <h2 className="mt-4 text-xl first:mt-0">
        <Words of={of.children} />
      </h2>
    )
  if (of.tag === 'h3')
    return (
      <h3 className="mt-2 text-lg first:mt-0">
        <Words of={of.children} />
      </h3>
    )
  if (of.tag === 'p')
    return (
      <p>
        <Words of={of.children} />
      </p>
    )
  if (of.tag === 'blockquote')
    return (
      <blockquote className="grid gap-3 border-l-3 border-leaf pl-4 text-soft">
        {inPlaces(of.children).map(({ one, key }) => (
          <Block key={key} of={one} />
        ))}
      </blockquote>
    )
  const List = of.tag
  return (
    <List className={`grid gap-1.5 pl-6 ${of.tag === 'ol' ? 'list-decimal' : 'list-disc'}`}>
      {inPlaces(of.children).map(({ one, key }) => (
        <li key={key}>
          <Words of={one.children} />
        </li>
      ))}
    </List>
  )
}

/** GW-33: what a site has written, element by element: no markup is put into the page. */
export function HtmlTreeView({ tree }: { tree: HtmlTree }) {
  return (
    <div className="grid max-w-3xl gap-4">
      {inPlaces(tree).map(({ one, key }) => (
        <Block key={key} of={one} />
      ))}
    </div>
  )
}
