//! Wrong readings of extension definitions and of members that are not defined.

use super::{ACCEPTED, CURRENT, STORES, V3_0, misreadings};
use crate::array_metadata::{self, ArrayMetadata};
use crate::chunk_key::{ChunkKeyEncoding, Separator};
use crate::error::Error;
use crate::extension::{self, Extension};
use crate::store::Store;
use crate::{ChunkArray, Json, Literal, Result, storage};
use zarr_conform_terms::Edition;

fn refused<T>(why: &str) -> Result<T> {
    Err(Error::Metadata(why.to_owned()))
}

misreadings! {
    UnknownAccepted = "unknown-members-accepted": "members that are not defined are ignored",
    breaks ["array-metadata.additional-fields", "extension.must-understand"], in ACCEPTED, through STORES;
    {
        fn additional_field(&self, _name: &str, _value: &Json) -> Result<()> {
            Ok(())
        }
    }

    UnknownObjectsAccepted = "unknown-objects-accepted": "members that are not defined are ignored where they are objects",
    breaks ["extension.must-understand", "extension.must-understand-default"], in CURRENT, through STORES;
    {
        fn additional_field(&self, name: &str, value: &Json) -> Result<()> {
            if matches!(value, Json::Object(_)) { return Ok(()) }
            array_metadata::additional_field(name, value)
        }
    }

    NotUnderstoodRefused = "must-understand-false-refused": "members that are not defined are refused even if they say must_understand false",
    breaks ["extension.must-understand-false", "extension.must-understand", "array-metadata.additional-fields"], in CURRENT, through STORES;
    {
        fn additional_field(&self, name: &str, _value: &Json) -> Result<()> {
            refused(&format!("unknown member {name:?}"))
        }
    }

    FalseAsText = "must-understand-false-as-text": "\"false\", 0 and null count as must_understand false",
    breaks ["extension.must-understand"], in CURRENT, through STORES;
    {
        fn additional_field(&self, name: &str, value: &Json) -> Result<()> {
            let is_false = match value.member("must_understand") {
                Some(Json::String(text)) => text.eq_ignore_ascii_case("false"),
                Some(Json::Number(spelling)) => spelling == "0",
                Some(Json::Null) => true,
                _ => false,
            };
            if is_false { return Ok(()) }
            array_metadata::additional_field(name, value)
        }
    }

    UnknownRefusedLate = "unknown-members-refused-late": "members that are not defined are noticed only when elements are read",
    breaks ["array-metadata.additional-fields", "extension.must-understand"], in ACCEPTED, through STORES;
    {
        fn additional_field(&self, _name: &str, _value: &Json) -> Result<()> {
            Ok(())
        }
        fn read_region(&self, store: &dyn Store, array: &ArrayMetadata, start: &[u64], shape: &[u64]) -> Result<ChunkArray> {
            Literal(self.0).open(store)?;
            storage::read_region(self, store, array, start, shape)
        }
    }

    ShortHandRefused = "short-hand-refused": "short-hand names are refused",
    breaks ["extension.short-hand", "extension.definition-object"], in CURRENT, through STORES;
    {
        fn extension(&self, value: &Json, at: &str) -> Result<Extension> {
            if matches!(value, Json::String(_)) { return refused("a short-hand name") }
            extension::definition(value, at, self.0)
        }
    }

    ShortHandEarly = "short-hand-before-3-1": "short-hand names of codecs are accepted in edition 3.0",
    breaks ["codecs.object-form"], in V3_0, through STORES;
    {
        fn extension(&self, value: &Json, at: &str) -> Result<Extension> {
            if matches!(value, Json::String(_)) { return extension::definition(value, at, Edition::V3_1) }
            extension::definition(value, at, self.0)
        }
    }

    ConfigurationRequired = "configuration-required": "an extension object without configuration is refused",
    breaks ["extension.configuration-object"], in ACCEPTED, through STORES;
    {
        fn extension(&self, value: &Json, at: &str) -> Result<Extension> {
            if matches!(value, Json::Object(_)) && value.member("configuration").is_none() {
                return refused("no configuration");
            }
            extension::definition(value, at, self.0)
        }
    }

    ConfigurationAnything = "configuration-of-any-type": "a configuration that is no object is taken for an empty one",
    breaks ["extension.configuration-object"], in ACCEPTED, through STORES;
    {
        fn extension(&self, value: &Json, at: &str) -> Result<Extension> {
            match value {
                Json::Object(members) => {
                    let is_wrong = |name: &str, value: &Json| name == "configuration" && !matches!(value, Json::Object(_));
                    let members = members.iter().filter(|(name, value)| !is_wrong(name, value)).cloned().collect();
                    extension::definition(&Json::Object(members), at, self.0)
                }
                _ => extension::definition(value, at, self.0),
            }
        }
    }

    UnknownGridIsRegular = "unknown-grid-is-regular": "the name of the chunk grid is not looked at",
    breaks ["regular-grid.name", "array-metadata.chunk-grid"], in ACCEPTED, through STORES;
    {
        fn chunk_grid(&self, value: &Json, array_shape: &[u64]) -> Result<Vec<u64>> {
            let configuration = match value.member("configuration") {
                Some(configuration) => configuration.clone(),
                None => return array_metadata::chunk_grid(self, value, array_shape),
            };
            let regular = Json::Object(vec![
                ("name".to_owned(), Json::String("regular".to_owned())),
                ("configuration".to_owned(), configuration),
            ]);
            array_metadata::chunk_grid(self, &regular, array_shape)
        }
    }

    UnknownKeyEncodingIsDefault = "unknown-key-encoding-is-default": "an unknown chunk key encoding is taken for the default one",
    breaks ["array-metadata.chunk-key-encoding"], in ACCEPTED, through STORES;
    {
        fn chunk_key_encoding(&self, value: &Json) -> Result<ChunkKeyEncoding> {
            match array_metadata::chunk_key_encoding(self, value) {
                Err(Error::Unsupported(_)) => Ok(ChunkKeyEncoding::Default(Separator::Slash)),
                other => other,
            }
        }
    }

    StorageTransformersIgnored = "storage-transformers-ignored": "storage_transformers is not looked at",
    breaks ["array-metadata.storage-transformers", "array-metadata.storage-transformers-extension", "extension.must-understand"], in ACCEPTED, through STORES;
    {
        fn storage_transformers(&self, _value: &Json) -> Result<()> {
            Ok(())
        }
    }

    StorageTransformersRefused = "storage-transformers-refused": "storage_transformers is refused even as an empty list",
    breaks ["array-metadata.storage-transformers-none", "array-metadata.storage-transformers"], in ACCEPTED, through STORES;
    {
        fn storage_transformers(&self, _value: &Json) -> Result<()> {
            refused("storage_transformers")
        }
    }
}
