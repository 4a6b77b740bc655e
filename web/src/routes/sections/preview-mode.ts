import { createContext, use } from 'react'

/** Whether a page is drawn for who edits it. */
export const PreviewMode = createContext(false)
export const useIsPreview = (): boolean => use(PreviewMode)
