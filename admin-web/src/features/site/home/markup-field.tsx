import { type HtmlTree, htmlTree } from '@talad/proto/site/html'
import { TextArea } from '@talad/ui/components/field'
import { useState } from 'react'
import { useText } from '../../../i18n/index.ts'
import { readMarkup, writeMarkup } from './markup.ts'
import { isSame } from './rebase.ts'
import { fieldText } from './words.ts'

type Props = {
  name: string
  value: unknown
  path: string
  faults: readonly string[]
  onChange: (value: unknown, path: string, tree: HtmlTree) => void
}

/** Free words, typed with a few signs: what is kept is the tree of them (GW-33). */
export function MarkupField({ name, value, path, faults, onChange }: Props) {
  const { t } = useText()
  const tree = htmlTree.safeParse(value).data
  const [typed, setTyped] = useState(() => (tree ? writeMarkup(tree) : ''))
  // what undo, or somebody else, has put in its place
  if (tree && !isSame(readMarkup(typed), tree)) setTyped(writeMarkup(tree))
  return (
    <TextArea
      label={t(fieldText(name))}
      hint={t('section.markupHint')}
      error={faults.some((one) => one.startsWith(path)) ? t('home.fault') : undefined}
      rows={12}
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value)
        const read = readMarkup(target.value)
        onChange(read, path, read)
      }}
    />
  )
}
