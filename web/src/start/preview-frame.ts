/** AW-13: whether this page only shows what an editor writes. */
export const isPreviewFrame = (): boolean => window.location.pathname === '/preview'
