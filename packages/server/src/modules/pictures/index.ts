export { type DeletePictureDeps, deletePicture, eraseClosedPictures } from './delete-picture.ts';
export { isPictureVisible } from './picture-visibility.ts';
export { type StorePictureDeps, storePicture } from './store-picture.ts';
