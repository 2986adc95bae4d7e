import { fill, lookUp } from '@/console/i18n';

/** What an action is called. A newer server may have actions without a text here: then its own name is shown. */
export function actionName(action: string): string {
  const [family = '', section = ''] = action.split('.');
  return (
    lookUp(`action.${action}`) ??
    fill(lookUp(`action.${family}`) ?? action, {
      section: lookUp(`section.${section}`) ?? section,
    })
  );
}
