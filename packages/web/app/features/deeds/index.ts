export { DeedButton } from './deed-button.tsx';
export { hide, lift, restore } from './deeds.ts';
export { ModerateDialog, type Standing } from './moderate-dialog.tsx';
export { bulkOffers, type Offer, offersOf, suspensions, weighs, weightText } from './offers.ts';
export { QuickReasons } from './quick-reasons.tsx';
export { reasonsAgainst, reasonsInFavour } from './reasons.ts';
export { SuspensionDays } from './suspension-days.tsx';
export { TeamNotice } from './team-notice.tsx';
export { useAct } from './use-act.ts';
