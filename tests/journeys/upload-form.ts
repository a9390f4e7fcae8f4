// The folded parts of the upload form.
import type { Page } from '@playwright/test'

export const openOptional = (page: Page) => page.getByText('Pages, year, description and more').click()
export const openBankDetails = (page: Page) => page.getByText('Where your share of each sale goes').click()
