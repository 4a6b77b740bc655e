// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.30;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";

/// @title What collections of both standards share: where their metadata is found
abstract contract Collection is Ownable {
    using Strings for uint256;

    /// @dev ERC-4906: tells indexers that the metadata of a range of tokens has changed.
    event BatchMetadataUpdate(uint256 fromTokenId, uint256 toTokenId);
    /// @dev ERC-7572: the same for the collection itself.
    event ContractURIUpdated();

    string public baseURI;

    constructor(address owner_, string memory baseURI_) Ownable(owner_) {
        baseURI = baseURI_;
    }

    /// @notice Points every token and the collection to another place, which ends with a slash.
    function setBaseURI(string calldata baseURI_) external onlyOwner {
        baseURI = baseURI_;
        emit BatchMetadataUpdate(0, type(uint256).max);
        emit ContractURIUpdated();
    }

    /// @notice The collection's own metadata (ERC-7572).
    function contractURI() external view returns (string memory) {
        return string.concat(baseURI, "contract.json");
    }

    function _metadataOf(uint256 id) internal view returns (string memory) {
        return string.concat(baseURI, id.toString(), ".json");
    }
}
