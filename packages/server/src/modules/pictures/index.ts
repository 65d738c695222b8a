export { type AdultAddresses, adultAddresses } from './adult-address.ts';
export { banPicture, hasBan, unbanPicture } from './banned-store.ts';
export { type DeletePictureDeps, deletePicture, eraseClosedPictures } from './delete-picture.ts';
export { type HeldPicture, heldPictureKey, heldPictures } from './held-pictures.ts';
export { markPictureAdult, setPictureHidden, unmarkPictureAdult } from './picture-store.ts';
export { pictureAccess } from './picture-visibility.ts';
export { type ShowPicture, type ShowPictureTo, showPicture } from './show-picture.ts';
export { type StorePictureDeps, storePicture } from './store-picture.ts';
export { type ShowPictureToTeam, showPictureToTeam, teamAddresses } from './team-address.ts';
