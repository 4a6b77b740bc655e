import { queryClient } from '@talad/ui/client/query'
import { QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { NoSource } from './no-source.tsx'
import { PreviewMode } from './preview-mode.ts'

test('WB-22 who writes a page sees that a section has no source, and a visitor nothing', () => {
  const drawn = (isPreview: boolean) => {
    const shown = createElement(PreviewMode, { value: isPreview }, createElement(NoSource, { title: 'New' }))
    return renderToStaticMarkup(createElement(QueryClientProvider, { client: queryClient }, shown))
  }
  expect(drawn(true)).toContain('No Source')
  expect(drawn(false)).toBe('')
})
